export { type AlertCondition, type AlertDefinition, raises } from './alert.ts';
export { ALERT_DEFINITIONS } from './definitions.ts';
