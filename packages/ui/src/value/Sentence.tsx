/** A sentence that names accounts and machines: a word with a hyphen stays on one line wherever a line can hold it. */
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
