/** Exit codes of the agent, documented in `--help` and the README. */
export const exitCodes = {
  done: 0,
  /** Something failed; running again goes on where it stopped. */
  failed: 1,
  usage: 2,
  /** The server does not accept the enrolment token or the credential. A service waits instead. */
  unauthorised: 3,
  /** Another agent uses the state directory. */
  locked: 4,
} as const;

/** An end of the agent that a person must hear of, in one sentence. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
