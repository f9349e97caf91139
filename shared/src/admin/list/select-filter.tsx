/** The options by their URL value. An empty value means no filter. */
export type Options = readonly (readonly [value: string, label: string])[];

type ChoiceProps = {
  label: string;
  options: Options;
  value: string | undefined;
  onChoose: (value: string | undefined) => void;
};

/** The first option names the filter visually. The label is for screen readers. */
export function Choice({ label, options, value = '', onChoose }: ChoiceProps) {
  return (
    <select
      className="input"
      aria-label={label}
      data-set={value ? '' : undefined}
      value={value}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}
