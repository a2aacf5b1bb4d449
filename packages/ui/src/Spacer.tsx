/** Stands in a table for the rows out of sight; height in px. */
export function Spacer({ height, span }: { height: number; span: number }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tab index takes no focus.
    <tr aria-hidden="true">
      <td colSpan={span} className="p-0" style={{ height }} />
    </tr>
  );
}
