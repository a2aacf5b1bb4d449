export interface ChoicesProps<Value extends string | number> {
  legend: string;
  /** Meaning of a choice of none. */
  hint?: string;
  options: readonly Value[];
  title: (value: Value) => string;
  chosen: readonly Value[];
  /** In the order of the options. */
  onChange: (chosen: Value[]) => void;
  /** Classes that arrange the boxes. */
  look: string;
}

/** Boxes of which any number may be checked. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const {
    legend,
    hint = 'If none is checked, all are included.',
    options,
    title,
    chosen,
    onChange,
    look,
  } = props;
  const all = new Set(chosen);
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1.5 text-body font-medium text-content">{legend}</legend>
      <div className={look}>
        {options.map((option) => (
          <label key={option} className="flex min-h-6 cursor-pointer items-center gap-2 text-body">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent-fill"
              checked={all.has(option)}
              onChange={() =>
                onChange(options.filter((each) => (each === option ? !all.has(each) : all.has(each))))
              }
            />
            <span>{title(option)}</span>
          </label>
        ))}
      </div>
      <p className="pt-1.5 text-label text-content-muted">{hint}</p>
    </fieldset>
  );
}
