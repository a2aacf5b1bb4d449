-- Making or dropping a partition locks its table for everybody. While that waits for one slow reader, all others wait behind it: so it
-- waits for a moment only, and whoever called tries again.
ALTER FUNCTION scout.ensure_partitions(date, date) SET lock_timeout = '250ms';
ALTER FUNCTION scout.drop_expired_partitions(integer) SET lock_timeout = '250ms';
