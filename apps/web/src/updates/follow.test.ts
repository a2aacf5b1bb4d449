import type { UpdateKind } from '@scout/contract';
import { expect, test } from 'vitest';
import { type FollowingPage, followUpdates } from './follow.ts';

/** Several pages of one browser with a manual clock. */
function browser() {
  const due = new Set<{ callback: () => void; milliseconds: number }>();
  const waiting: (() => void)[] = [];
  const pages = new Set<(kind: UpdateKind) => void>();
  let held = false;

  const opened: { send(text: string): void; end(): void; signal: AbortSignal }[] = [];
  let refusal: number | null = null;

  const open = async (signal: AbortSignal) => {
    if (refusal !== null) return new Response('{}', { status: refusal });
    let stream!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        stream = controller;
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    opened.push({
      signal,
      send: (text) => stream.enqueue(new TextEncoder().encode(text)),
      end: () => stream.close(),
    });
    return new Response(body);
  };

  function page() {
    const heard: UpdateKind[] = [];
    let visible = true;
    let onVisibility = () => {};
    let hear: (kind: UpdateKind) => void = () => {};
    const here: FollowingPage = {
      setTimeout: (callback, milliseconds) => {
        const timer = { callback, milliseconds };
        due.add(timer);
        return timer;
      },
      clearTimeout: (timer) => void due.delete(timer as { callback: () => void; milliseconds: number }),
      random: () => 1,
      isVisible: () => visible,
      onVisibility: (callback) => {
        onVisibility = callback;
        return () => {
          onVisibility = () => {};
        };
      },
      async alone(signal, work) {
        if (held) await new Promise<void>((resolve) => waiting.push(resolve));
        if (signal.aborted) return waiting.shift()?.();
        held = true;
        await work();
        held = false;
        waiting.shift()?.();
      },
      tellOthers: (kind) => {
        for (const other of pages) if (other !== hear) other(kind);
      },
      onOthers: (callback) => {
        hear = callback;
        pages.add(hear);
        return () => pages.delete(hear);
      },
    };
    const stop = followUpdates(open, here, (kind) => heard.push(kind));
    return {
      heard,
      stop,
      show(next: boolean) {
        visible = next;
        onVisibility();
      },
    };
  }

  return {
    page,
    opened,
    refuse(status: number | null) {
      refusal = status;
    },
    /** Pending timers, longest last. */
    waits: () => [...due].map(({ milliseconds }) => milliseconds).sort((a, b) => a - b),
    /** Fires the shortest timer. */
    passShortest() {
      const [first] = [...due].sort((a, b) => a.milliseconds - b.milliseconds);
      due.delete(first!);
      first!.callback();
    },
    settle: () => new Promise((resolve) => setTimeout(resolve, 5)),
  };
}

test('one page holds the stream and tells the others', async () => {
  const { page, opened, settle } = browser();
  const [first, second] = [page(), page()];
  await settle();
  expect(opened).toHaveLength(1);
  // Events may have arrived before the stream was open.
  expect([first.heard, second.heard]).toEqual([['events'], ['events']]);
  opened[0]!.send(': still here\n\nevent: organization\nda');
  opened[0]!.send('ta: new\n\nevent: unheard-of\ndata: new\n\n');
  await settle();
  expect(first.heard).toEqual(['events', 'organization']);
  expect(second.heard).toEqual(first.heard);
});

test('a hidden or closed page hands the stream to another', async () => {
  const { page, opened, settle } = browser();
  const [first, second, third] = [page(), page(), page()];
  await settle();
  first.show(false);
  await settle();
  expect(opened[0]!.signal.aborted).toBe(true);
  expect(opened).toHaveLength(2);
  second.stop();
  await settle();
  expect(opened).toHaveLength(3);
  opened[2]!.send('event: organization\ndata: new\n\n');
  await settle();
  expect(third.heard).toContain('organization');
  expect(second.heard).not.toContain('organization');
});

test('a refused stream is retried with growing delays, an ended one soon', async () => {
  const { page, opened, refuse, settle, waits, passShortest } = browser();
  refuse(503);
  page();
  const waited: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    await settle();
    waited.push(waits()[0]!);
    passShortest();
  }
  expect(waited).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(opened).toHaveLength(0);
  refuse(null);
  await settle();
  expect(opened).toHaveLength(1);
  opened[0]!.end();
  await settle();
  expect(waits()).toEqual([1_000]);
});

test('a silent connection is dropped', async () => {
  const { page, opened, settle, waits, passShortest } = browser();
  page();
  await settle();
  expect(waits()).toEqual([50_000]);
  passShortest();
  await settle();
  expect(opened[0]!.signal.aborted).toBe(true);
  expect(waits()).toEqual([1_000]);
});
