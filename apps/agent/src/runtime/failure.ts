/** Exit codes of the agent, documented in `--help` and the README. */
export const exitCodes = {
  done: 0,
  /** A failure; running again continues from the same point. */
  failed: 1,
  usage: 2,
  /** The server does not accept the enrollment token or the credential. A service waits instead. */
  unauthorised: 3,
  /** Another agent uses the state directory. */
  locked: 4,
} as const;

/** An error that ends the agent, with a message for people. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
