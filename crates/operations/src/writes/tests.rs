//! The table of writes: who may ask, what is documented, and what is decided without a server.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use catalogue::Resort;
use conditions_core::evidence::Evidence;
use conditions_core::policy::Policy;
use conditions_core::time::{HOUR_MS, Timestamp};
use serde_json::Value;
use uuid::Uuid;
use webhooks::Secret;
use webhooks::callback::Target;
use webhooks::delivery::subscription::Standing;
use webhooks::events::EventName;
use webhooks::policy::{CallbackPolicy, EventPolicy};
use webhooks::subscriptions::{NextSecret, Owner, Refusal, Shown, Subscription};
use world::{Held, View, World};

use super::WRITES;
use crate::write::{Access, AnyWrite, Body, Change, Given, Request, WriteError};
