//! An address as a QR code, for the terminal and for the page.

use qrcode::QrCode;
use qrcode::render::{svg, unicode};

/// The code as lines of text; none when the address is too long for one.
pub(super) fn text(address: &str) -> Option<String> {
    let code = QrCode::new(address).ok()?;
    Some(code.render::<unicode::Dense1x2>().build())
}

/// The code as an SVG picture.
pub(super) fn picture(address: &str) -> Option<String> {
    let code = QrCode::new(address).ok()?;
    Some(
        code.render::<svg::Color<'_>>()
            .min_dimensions(240, 240)
            .build(),
    )
}
