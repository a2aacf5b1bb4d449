export { checkExistingRequest, demoRequests, earlyAccessPerson, mailingList } from './requests.ts';
