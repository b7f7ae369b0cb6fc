//! How series are told apart: colour, marker, line style and hatching.

use super::canvas::num;

/// Number of distinct styles; further series repeat colours with other markers and dashes.
pub(super) const STYLES: usize = 8;

/// The style sheet of all charts. Colours keep a contrast of at least 3:1 to the background, in
/// light and in dark, and stay apart for colour-blind readers.
pub const STYLE: &str = "\
.rk-chart{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:13px}
.rk-bg{fill:#fff}.rk-title{font-size:15px;font-weight:600;fill:#1f2328}.rk-text{fill:#4a535d}.rk-label{fill:#1f2328}
.rk-grid{stroke:#e1e5ea;stroke-width:1}.rk-axis{stroke:#6b7580;stroke-width:1}
.rk-small{font-size:11px;fill:#4a535d}.rk-strong{font-weight:700}.rk-faint{opacity:.4}
.rk-frame{fill:none;stroke:#1f2328;stroke-width:2}.rk-heat{fill:currentColor;stroke:none}
.rk-guide{stroke:#6b7580;stroke-width:1.5;stroke-dasharray:3 4;fill:none}
.rk-line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.rk-error{fill:none;stroke:currentColor;stroke-width:1.5}
.rk-band{fill:currentColor;fill-opacity:.16;stroke:none}
.rk-mark{fill:currentColor;stroke:#fff;stroke-width:1}.rk-open{fill:#fff;stroke:currentColor;stroke-width:2}
.rk-bar{stroke:currentColor;stroke-width:1}.rk-tint{fill:currentColor;fill-opacity:.14;stroke:none}
.rk-solid{fill:currentColor;stroke:none}.rk-hatch{fill:none;stroke:currentColor;stroke-width:1.6}
.rk-s0{color:#0067a8}.rk-s1{color:#c04a00}.rk-s2{color:#007a55}.rk-s3{color:#a03d86}
.rk-s4{color:#806400}.rk-s5{color:#3c3f45}.rk-s6{color:#b3243b}.rk-s7{color:#5a4fcf}
@media (prefers-color-scheme:dark){
.rk-bg{fill:#161b22}.rk-title,.rk-label{fill:#e6edf3}.rk-text,.rk-small{fill:#b3bcc6}.rk-frame{stroke:#e6edf3}.rk-grid{stroke:#2b323b}
.rk-axis,.rk-guide{stroke:#8b949e}.rk-mark{stroke:#161b22}.rk-open{fill:#161b22}
.rk-s0{color:#5cb8f2}.rk-s1{color:#ff9a57}.rk-s2{color:#45d0a0}.rk-s3{color:#f09bd6}
.rk-s4{color:#e3c24a}.rk-s5{color:#d3d8de}.rk-s6{color:#ff8492}.rk-s7{color:#aaa2ff}
}
";

/// Class that sets the colour of a series.
pub(super) fn class(series: usize) -> String {
    format!("rk-s{}", series % STYLES)
}

/// Dash pattern of a line; empty is a full line. Each turn through the colours shifts the dashes, so
/// that series of the same colour still differ.
pub(super) fn dashes(series: usize) -> &'static str {
    const DASHES: [&str; STYLES] = [
        "",
        "7 3",
        "2 3",
        "9 3 2 3",
        "14 4",
        "4 2 1 2",
        "1 2.5",
        "9 3 2 3 2 3",
    ];
    DASHES[(series + series / STYLES) % STYLES]
}

/// The marker of a series around a point, `size` times as large as usual.
pub(super) fn marker(series: usize, x: f64, y: f64, size: f64) -> String {
    let r = 4.5 * size;
    let polygon = |corners: &[(f64, f64)]| {
        let points: Vec<_> = corners
            .iter()
            .map(|(dx, dy)| format!("{},{}", num(x + dx * r), num(y + dy * r)))
            .collect();
        format!(
            "<polygon class=\"rk-mark\" points=\"{}\"/>",
            points.join(" ")
        )
    };
    match (series + series / STYLES) % STYLES {
        0 => format!(
            "<circle class=\"rk-mark\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            num(x),
            num(y),
            num(r)
        ),
        1 => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        2 => polygon(&[(0.0, -1.2), (1.15, 0.9), (-1.15, 0.9)]),
        3 => polygon(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        4 => format!(
            "<circle class=\"rk-open\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            num(x),
            num(y),
            num(0.85 * r)
        ),
        5 => polygon(&[(0.0, 1.2), (1.15, -0.9), (-1.15, -0.9)]),
        6 => format!(
            "<rect class=\"rk-open\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\"/>",
            num(x - 0.78 * r),
            num(y - 0.78 * r),
            side = num(1.56 * r)
        ),
        _ => polygon(&[
            (-0.4, -1.2),
            (0.4, -1.2),
            (0.4, -0.4),
            (1.2, -0.4),
            (1.2, 0.4),
            (0.4, 0.4),
            (0.4, 1.2),
            (-0.4, 1.2),
            (-0.4, 0.4),
            (-1.2, 0.4),
            (-1.2, -0.4),
            (-0.4, -0.4),
        ]),
    }
}

/// The fill of a series of bars, as a `<pattern>` with this id.
pub(super) fn hatch(series: usize, id: &str) -> String {
    let content = match (series + series / STYLES) % STYLES {
        0 => "<rect class=\"rk-solid\" width=\"8\" height=\"8\"/>",
        1 => "<path class=\"rk-hatch\" d=\"M-2 2l4-4M0 8l8-8M6 10l4-4\"/>",
        2 => {
            "<circle class=\"rk-solid\" cx=\"2\" cy=\"2\" r=\"1.3\"/><circle class=\"rk-solid\" cx=\"6\" cy=\"6\" r=\"1.3\"/>"
        }
        3 => "<path class=\"rk-hatch\" d=\"M0 4h8\"/>",
        4 => "<path class=\"rk-hatch\" d=\"M-2 6l4 4M0 0l8 8M6-2l4 4\"/>",
        5 => "<path class=\"rk-hatch\" d=\"M0 4h8M4 0v8\"/>",
        6 => "<path class=\"rk-hatch\" d=\"M4 0v8\"/>",
        _ => "",
    };
    format!(
        "<pattern id=\"{id}\" class=\"{}\" width=\"8\" height=\"8\" \
         patternUnits=\"userSpaceOnUse\"><rect class=\"rk-tint\" width=\"8\" height=\"8\"/>\
         {content}</pattern>",
        class(series)
    )
}
