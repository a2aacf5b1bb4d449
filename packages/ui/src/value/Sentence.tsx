/** A sentence with names of accounts and machines: a hyphenated word stays on one line if it fits. */
export function Sentence({ text }: { text: string }) {
  return text.split(/(\S*-\S*)/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence stay in their places.
      <span key={index} className="inline-block max-w-full">
        {piece}
      </span>
    ),
  );
}
