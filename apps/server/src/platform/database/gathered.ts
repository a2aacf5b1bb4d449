import { setTimeout as pause } from 'node:timers/promises';

/** Maximum questions per query: limits how long it holds its connection. */
const AT_ONCE = 256;

interface PendingQuestion<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Batches single questions into few queries: those that arrive during a query are asked together in the next one. No question is
 * answered by a query that started before it arrived.
 * @param ask returns the answers in the order of the questions
 * @param everyMs least milliseconds between the starts of two queries: a single question is asked at once
 */
export function gathered<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  everyMs = 0,
): (question: Question) => Promise<Answer> {
  let waiting: PendingQuestion<Question, Answer>[] = [];
  let asking = false;

  async function askAll(): Promise<void> {
    asking = true;
    while (waiting.length > 0) {
      const now = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      const begun = performance.now();
      try {
        const answers = await ask(now.map(({ question }) => question));
        for (const [index, { resolve }] of now.entries()) resolve(answers[index]!);
      } catch (error) {
        for (const { reject } of now) reject(error);
      }
      const rest = begun + everyMs - performance.now();
      if (everyMs > 0 && rest > 0) await pause(rest);
    }
    asking = false;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (!asking) void askAll();
    });
}
