/** Cuts a stream of `wevtutil` output into events. */
export type EventSplitter = {
  /** Takes the next piece of text; returns the events that it completes, `<Event …>…</Event>` each, in order. */
  push(text: string): string[];
  /** Ends the stream: what was no complete event, without blanks, byte order mark, declarations and `<Events>` tags; '' when all was. */
  end(): { rest: string };
};

const OPENING = '<Event';
const CLOSING = '</Event>';
/** Far above an event with a command line of 32 KB, every character of it escaped. */
const LONGEST_EVENT = 4 * 1_048_576;
/** How much of what is no event is remembered for `end`. */
const REST_LIMIT = 1_000;
const HARMLESS = /\uFEFF|<\?xml[^<>]*\?>|<\/?Events(?:\s[^<>]*)?>/g;

/**
 * A splitter for text in pieces of any size, with or without byte order mark, declaration and `<Events>` around the events. In
 * memory it holds one unfinished event; one that grows past 4 Mi characters is handed out as it is, for the reader to reject, so
 * that nothing is lost unseen.
 */
export function createEventSplitter(): EventSplitter {
  let pending = '';
  /** No end tag begins in `pending` before here. */
  let searched = 0;
  let rest = '';

  const discard = (text: string) => {
    const junk = text.replace(HARMLESS, '');
    if (junk !== '') rest = (rest + junk).replace(/\s+/g, ' ').trimStart().slice(0, REST_LIMIT);
  };

  /** Drops what stands before the next `<Event>`; false when none has begun. */
  const toOpening = (): boolean => {
    const start = openingIn(pending);
    if (start === 0) return true;
    // The last characters may be the first of an opening, or of a harmless tag.
    const cut = start === -1 ? cutBeforeTag(pending) : start;
    discard(pending.slice(0, cut));
    pending = pending.slice(cut);
    searched = 0;
    return start !== -1;
  };

  return {
    push(text) {
      pending += text;
      const events: string[] = [];
      while (toOpening()) {
        const end = pending.indexOf(CLOSING, searched);
        if (end === -1) {
          searched = Math.max(0, pending.length - CLOSING.length + 1);
          if (pending.length <= LONGEST_EVENT) break;
          events.push(pending);
          pending = '';
        } else {
          events.push(pending.slice(0, end + CLOSING.length));
          pending = pending.slice(end + CLOSING.length);
        }
        searched = 0;
      }
      return events;
    },
    end() {
      discard(pending);
      const ended = rest.trimEnd();
      pending = '';
      rest = '';
      searched = 0;
      return { rest: ended };
    },
  };
}

/** Where `<Event` begins that is not `<Events`; -1 when nowhere, also when the text ends before that can be told. */
function openingIn(text: string): number {
  for (let at = text.indexOf(OPENING); at !== -1; at = text.indexOf(OPENING, at + 1)) {
    const next = text[at + OPENING.length];
    if (next !== undefined && /[\s>]/.test(next)) return at;
  }
  return -1;
}

/** How much of a text without an opening can be let go: all before a tag that is not closed yet. */
function cutBeforeTag(text: string): number {
  const tag = text.lastIndexOf('<');
  return tag === -1 || text.indexOf('>', tag) !== -1 || text.length - tag > REST_LIMIT ? text.length : tag;
}
