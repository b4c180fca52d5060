//! `get_conditions`: the contract's own record of one resort, whole.

use conditions_core::time::Timestamp;
use contract::Envelope;
use contract::envelope::Publisher;

use crate::error::OpError;
use crate::operation::{Meta, Operation, Reply, Shape};
use crate::shapes::OneResort;
use crate::world::View;

/// See the module.
pub struct Op;

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_conditions",
        path: "/resorts/{slug}/conditions",
        title: "Snow conditions of one resort",
        description: "The conditions contract's record of one resort: every field with value, source, observation \
            time and confidence, with freshness labels and live station readings. A null value means not reported. \
            For the day-by-day forecast use get_weather_forecast; for facts that do not change use get_resort_info.",
        shape: Shape::Envelope,
    };
    type Args = OneResort;
    type Data<'w> = Envelope<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<Envelope<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let service = view.service();
        let publisher = Publisher { name: &service.name, base_url: &service.base_url };
        let envelope = Envelope::new(&publisher, view.policy(), seen.resolution(), now);
        Ok(Reply::one(envelope, seen.carries()))
    }
}
