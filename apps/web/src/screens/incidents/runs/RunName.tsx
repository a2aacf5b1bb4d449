/** A name in the words of a run; it wraps as a whole if possible. */
export function RunName({ children }: { children: string }) {
  return (
    <span className="inline-block max-w-full align-bottom font-mono whitespace-pre-wrap">{children}</span>
  );
}
