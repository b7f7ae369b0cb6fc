//! A review as a picture: the win chance from round to round.

use crate::report::chart::{Axis, Labels, LineChart, Placement, Point, STYLE, Series};
use crate::report::escape::xml;

use super::review::{Review, show};

fn chart(review: &Review) -> LineChart {
    let mut points: Vec<Point> = review
        .rounds
        .iter()
        .map(|round| Point::new(f64::from(round.round), 100.0 * f64::from(round.win_chance)))
        .collect();
    let last = review
        .rounds
        .last()
        .map_or(0.0, |round| f64::from(round.round));
    points.push(Point::new(last + 1.0, 100.0 * f64::from(review.end)));
    let labels = Labels::new(
        "win-chance",
        "Win chance over the game",
        format!(
            "The chance to win at the beginning of each round: from {:.0} % to {:.0} %.",
            100.0 * review.start,
            100.0 * review.end
        ),
    );
    let y = Axis::new("win chance in %").range(0.0, 100.0);
    LineChart::new(
        labels,
        Axis::new("round").whole(),
        y,
        vec![Series::new("if the guide plays on", points)],
    )
}

/// The picture as a file of its own.
pub fn svg(review: &Review) -> String {
    chart(review).render(Placement::File)
}

/// The review as a page with the picture.
pub fn page(review: &Review) -> String {
    // Line by line: in a name, a line break would be no text.
    let lines: Vec<String> = show(review).lines().map(xml).collect();
    let text = lines.join("\n") + "\n";
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Review</title>\n\
         <style>body {{ font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }}\n{STYLE}</style>\n\
         </head><body>\n<h1>Review</h1>\n{}\n<pre>{text}</pre>\n</body></html>\n",
        chart(review).render(Placement::Inline)
    )
}
