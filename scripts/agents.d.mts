/** True when `folder` has packages of the agent's present version, in the form that servers read. */
export function hasAgents(folder: string): boolean;
export function buildAgentsInBackground(): void;
