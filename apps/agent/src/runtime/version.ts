import packageJson from '../../package.json' with { type: 'json' };

/** The agent's version: the package's, unless packaging/compile.ts set another one. */
export const version: string = process.env.SCOUT_AGENT_VERSION ?? packageJson.version;
