/** Paths that an agent calls. A separate module, so that the agent's bundle does not include the schemas. */
export const agentPaths = {
  enrol: '/api/agents/v1/enrol',
  identify: '/api/agents/v1/identify',
  heartbeat: '/api/agents/v1/heartbeat',
  rotate: '/api/agents/v1/rotate',
  snapshots: '/api/agents/v1/snapshots',
  ingest: '/api/ingest/v1/events',
} as const;
