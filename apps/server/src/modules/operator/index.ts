export { createTenantEnrolment } from './sql/enrolments.ts';
export { createTenant, findSampleTenant, type NewTenant } from './sql/tenants.ts';
export { createUser } from './sql/users.ts';
