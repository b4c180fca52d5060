//! Distances between resorts, in straight lines and by land.

use catalogue::barriers::Site;
use conditions_core::geo::{Point, distance_km};

use super::view::VisibleResort;

impl<'w> VisibleResort<'w> {
    /// Returns the kilometres to another resort of the same view by [`Self::way_to`].
    #[must_use]
    pub fn by_land_km(&self, to: &Self) -> Option<f64> {
        self.site()?.by_land_km(to.site()?)
    }

    /// Returns the great-circle distance to another resort, in kilometres.
    #[must_use]
    pub fn straight_km(&self, to: &Self) -> f64 {
        let place = |seen: &VisibleResort<'_>| (seen.resort().lat, seen.resort().lon);
        distance_km(place(self), place(to))
    }

    /// Returns the route to another resort of the same view, as [`Site::path_to`] computes it.
    #[must_use]
    pub fn way_to(&self, to: &Self) -> Option<Vec<Point>> {
        self.site()?.path_to(to.site()?)
    }

    fn site(&self) -> Option<&'w Site> {
        self.view.atlas().site(self.position())
    }
}
