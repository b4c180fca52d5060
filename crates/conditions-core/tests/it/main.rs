#[cfg(test)]
mod arbitrary;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod mapped;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod score;
