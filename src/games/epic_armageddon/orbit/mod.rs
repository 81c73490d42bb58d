//! §4.3: attacks of spacecraft. They are [`Volley`](crate::fire::Volley)s.

pub mod compile;
pub mod written;
