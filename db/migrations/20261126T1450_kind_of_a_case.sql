-- A case takes in findings of several kinds, and has the kind of its most severe one.
GRANT UPDATE (kind) ON scout.cases TO scout_assessor;
