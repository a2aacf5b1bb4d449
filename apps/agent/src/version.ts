import packageJson from '../package.json' with { type: 'json' };

/** The agent's version: its package's, unless it was compiled as another (packaging/compile.ts replaces the variable). */
export const version: string = process.env.SCOUT_AGENT_VERSION ?? packageJson.version;
