-- Roles beside admin and member: an analyst works on cases, an auditor reads everything. What each may do is in the contract's table.
ALTER TABLE scout.memberships DROP CONSTRAINT memberships_role_check,
  ADD CONSTRAINT memberships_role_check CHECK (role IN ('admin', 'member', 'analyst', 'auditor'));
