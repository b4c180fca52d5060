//! How far resorts lie apart, in straight lines and by land.

use catalogue::barriers::Site;
use conditions_core::geo::{Point, distance_km};

use super::view::VisibleResort;

impl<'w> VisibleResort<'w> {
    /// Kilometres to another resort of the same view by [`Self::way_to`].
    #[must_use]
    pub fn by_land_km(&self, to: &Self) -> Option<f64> {
        self.site()?.by_land_km(to.site()?)
    }

    /// Great-circle distance to another resort, kilometres.
    #[must_use]
    pub fn straight_km(&self, to: &Self) -> f64 {
        let place = |seen: &VisibleResort<'_>| (seen.resort().lat, seen.resort().lon);
        distance_km(place(self), place(to))
    }

    /// The way to another resort of the same view, as [`Site::way`] tells it.
    #[must_use]
    pub fn way_to(&self, to: &Self) -> Option<Vec<Point>> {
        self.site()?.way(to.site()?)
    }

    fn site(&self) -> Option<&'w Site> {
        self.view.atlas().site(self.position())
    }
}
