//! Names of the districts. The rules only count them; people call them something.

use super::{WordError, shown};
use crate::ids::{MAX_DISTRICTS, UnknownName};

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
    pub fn default_name(district: u8) -> String {
        format!("District {}", u16::from(district) + 1)
    }
    /// The name of a district.
    pub fn get(&self, district: u8) -> String {
        self.given(district)
            .map_or_else(|| Self::default_name(district), str::to_owned)
    }
    /// The name that was given to a district, if one was.
    pub fn given(&self, district: u8) -> Option<&str> {
        self.given.get(usize::from(district))?.as_deref()
    }
    /// Gives a district a name; its default name means no name.
    pub fn set(&mut self, district: u8, name: &str) -> Result<(), BadDistrictName> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > 40 || name.contains(char::is_control) {
            return Err(BadDistrictName::Form(shown(name)));
        }
        if name.parse::<f64>().is_ok() {
            return Err(BadDistrictName::Number(name.to_owned()));
        }
        for other in 0..MAX_DISTRICTS as u8 {
            let taken = self.get(other).to_lowercase() == name.to_lowercase()
                || Self::default_name(other).eq_ignore_ascii_case(name);
            if other != district && taken {
                return Err(BadDistrictName::Twice(name.to_owned()));
            }
        }
        let default = Self::default_name(district).eq_ignore_ascii_case(name);
        if let Some(slot) = self.given.get_mut(usize::from(district)) {
            *slot = (!default).then(|| name.to_owned());
        }
        Ok(())
    }
    /// Finds one of the first `count` districts by name or by number, counted from 1.
    pub fn find(&self, text: &str, count: u8) -> Result<u8, WordError> {
        let text = text.trim();
        let lower = text.to_lowercase();
        let number = lower
            .strip_prefix("district")
            .map_or(lower.as_str(), str::trim);
        if let Ok(n) = number.parse::<u64>() {
            return match u8::try_from(n) {
                Ok(n) if (1..=count).contains(&n) => Ok(n - 1),
                _ => Err(WordError(format!(
                    "there is no district {n}; they are 1 to {count}"
                ))),
            };
        }
        let all: Vec<String> = (0..count).map(|d| self.get(d)).collect();
        all.iter()
            .position(|name| name.to_lowercase() == lower)
            .map(|d| d as u8)
            .ok_or_else(|| {
                WordError(
                    UnknownName::new("district", text, all.iter().map(String::as_str)).to_string(),
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn districts_are_found_by_name_and_number_and_names_stay_apart() {
        let mut names = DistrictNames::default();
        names.set(1, "The Loop").unwrap();
        assert_eq!(names.find("the loop", 3), Ok(1));
        assert_eq!(names.find(" 3 ", 3), Ok(2));
        assert_eq!(names.find("district 1", 3), Ok(0));
        assert_eq!(names.get(0), "District 1");
        assert_eq!(
            names.find("The Lop", 3).unwrap_err().to_string(),
            "unknown district \"The Lop\" (did you mean \"The Loop\"?); one of: District 1, The Loop, District 3"
        );
        assert_eq!(
            names.find("4", 3).unwrap_err().to_string(),
            "there is no district 4; they are 1 to 3"
        );
        assert_eq!(
            names.set(0, "the LOOP"),
            Err(BadDistrictName::Twice("the LOOP".into()))
        );
        assert_eq!(names.set(0, "7"), Err(BadDistrictName::Number("7".into())));
        assert_eq!(
            names.set(0, "District 2"),
            Err(BadDistrictName::Twice("District 2".into()))
        );
        assert_eq!(names.set(0, " "), Err(BadDistrictName::Form(String::new())));
    }
}
