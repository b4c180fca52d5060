-- The snow that a model makes of a winter's days, as text; null until it is made of these days.
ALTER TABLE climate_winters ADD COLUMN modelled TEXT;
