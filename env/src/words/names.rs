//! Names of the districts. The rules only count them; people call them something.

use super::{WordError, shown};
use crate::ids::{DistrictIx, MAX_DISTRICTS, UnknownName};

/// A name that a district cannot have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDistrictName {
    /// Empty, too long or with line breaks.
    #[error("\"{0}\" is no district name; write 1 to 40 characters on one line")]
    Form(String),
    /// A number, which already means a district by its place.
    #[error("\"{0}\" is no district name: numbers stand for the districts in their order")]
    Number(String),
    /// Two districts with the same name.
    #[error("\"{0}\" is the name of two districts")]
    Twice(String),
}

/// What the districts are called: "District 1" and so on, clockwise, unless a name was given.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DistrictNames {
    given: [Option<String>; MAX_DISTRICTS],
}

impl DistrictNames {
    /// The default name of a district.
    pub fn default_name(district: DistrictIx) -> String {
        format!("District {}", u16::from(district.0) + 1)
    }
    /// The name of a district.
    pub fn get(&self, district: DistrictIx) -> String {
        self.given(district)
            .map_or_else(|| Self::default_name(district), str::to_owned)
    }
    /// The name that was given to a district, if one was.
    pub fn given(&self, district: DistrictIx) -> Option<&str> {
        self.given.get(district.ix())?.as_deref()
    }
    /// Gives a district a name; its default name means no name.
    pub fn set(&mut self, district: DistrictIx, name: &str) -> Result<(), BadDistrictName> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 40 || name.contains(char::is_control) {
            return Err(BadDistrictName::Form(shown(name)));
        }
        if reads_as_number(name) && !Self::default_name(district).eq_ignore_ascii_case(name) {
            return Err(BadDistrictName::Number(name.to_owned()));
        }
        for other in (0..MAX_DISTRICTS as u8).map(DistrictIx) {
            let taken = self.get(other).to_lowercase() == name.to_lowercase()
                || Self::default_name(other).eq_ignore_ascii_case(name);
            if other != district && taken {
                return Err(BadDistrictName::Twice(name.to_owned()));
            }
        }
        let default = Self::default_name(district).eq_ignore_ascii_case(name);
        if let Some(slot) = self.given.get_mut(district.ix()) {
            *slot = (!default).then(|| name.to_owned());
        }
        Ok(())
    }
    /// Finds one of the first `count` districts by name or by number, counted from 1.
    pub fn find(&self, text: &str, count: u8) -> Result<DistrictIx, WordError> {
        let text = text.trim();
        let lower = text.to_lowercase();
        let all: Vec<String> = (0..count).map(|d| self.get(DistrictIx(d))).collect();
        if let Some(d) = all.iter().position(|name| name.to_lowercase() == lower) {
            return Ok(DistrictIx(d as u8));
        }
        if reads_as_number(text) {
            return match number_of(text).parse::<u8>() {
                Ok(n) if (1..=count).contains(&n) => Ok(DistrictIx(n - 1)),
                _ => Err(WordError(format!(
                    "there is no district {}; they are 1 to {count}",
                    shown(number_of(text))
                ))),
            };
        }
        let names = all.iter().map(String::as_str);
        Err(WordError(
            UnknownName::new("district", text, names).to_string(),
        ))
    }
}

/// What may be the number of a district: the text without the word "district".
fn number_of(text: &str) -> &str {
    let text = text.trim();
    let word = "district";
    match text.get(..word.len()) {
        Some(start) if start.eq_ignore_ascii_case(word) => text[word.len()..].trim(),
        _ => text,
    }
}

/// Whether the text stands for a district by its place, so that it cannot be a name.
fn reads_as_number(text: &str) -> bool {
    number_of(text).parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn districts_are_found_by_name_and_number_and_names_stay_apart() {
        let mut names = DistrictNames::default();
        names.set(DistrictIx(1), "The Loop").unwrap();
        assert_eq!(names.find("the loop", 3), Ok(DistrictIx(1)));
        assert_eq!(names.find(" 3 ", 3), Ok(DistrictIx(2)));
        assert_eq!(names.find("district 1", 3), Ok(DistrictIx(0)));
        assert_eq!(names.get(DistrictIx(0)), "District 1");
        assert_eq!(
            names.find("The Lop", 3).unwrap_err().to_string(),
            "unknown district \"The Lop\" (did you mean \"The Loop\"?); one of: District 1, The Loop, District 3"
        );
        assert_eq!(
            names.find("4", 3).unwrap_err().to_string(),
            "there is no district 4; they are 1 to 3"
        );
        assert_eq!(
            names.set(DistrictIx(0), "the LOOP"),
            Err(BadDistrictName::Twice("the LOOP".into()))
        );
        assert_eq!(
            names.set(DistrictIx(0), "7"),
            Err(BadDistrictName::Number("7".into()))
        );
        assert_eq!(
            names.set(DistrictIx(0), "District 2"),
            Err(BadDistrictName::Number("District 2".into()))
        );
        for number in ["District 8", "District1", "district +1", "+2", "1e0", "inf"] {
            let refused = Err(BadDistrictName::Number(number.into()));
            assert_eq!(names.set(DistrictIx(2), number), refused, "{number}");
        }
        assert_eq!(names.set(DistrictIx(2), "district 3"), Ok(()));
        assert_eq!(
            names.set(DistrictIx(0), " "),
            Err(BadDistrictName::Form(String::new()))
        );
    }
}
