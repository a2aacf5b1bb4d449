/** The paths that an agent calls, in a module of their own: it bundles them without the schemas. */
export const agentPaths = {
  enrol: '/api/agents/v1/enrol',
  identify: '/api/agents/v1/identify',
  heartbeat: '/api/agents/v1/heartbeat',
  rotate: '/api/agents/v1/rotate',
  ingest: '/api/ingest/v1/events',
} as const;
