// Found only when LIBTORCH has no such header, see .cargo/config.toml. The torch-sys crate is
// built before train/build.rs can say what is wrong; a missing include is the one error after
// which every compiler stops, so that this line is the last that is read.
#include "libtorch is missing: run `make libtorch`, or set LIBTORCH to a libtorch 2.13.0"
