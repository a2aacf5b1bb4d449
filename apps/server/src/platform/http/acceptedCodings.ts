/** The content codings that a request's `accept-encoding` lists and does not refuse, in lower case. */
export function acceptedCodings(header: string | readonly string[] | undefined): ReadonlySet<string> {
  const listed = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  return new Set(
    listed.filter((part) => !/;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(';', 1)[0]!.trim()),
  );
}
