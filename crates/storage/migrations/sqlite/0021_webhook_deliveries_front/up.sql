-- One delivery of a lane at a time can be claimed: first in, first out is a constraint, not a habit.
CREATE UNIQUE INDEX IF NOT EXISTS webhook_deliveries_front ON webhook_deliveries (subscription_id, lane)
    WHERE ready_at IS NOT NULL;
