/** A choice by its value in the address; an empty value asks for nothing. */
export type Options = readonly (readonly [value: string, label: string])[];

type ChoiceProps = {
  label: string;
  options: Options;
  value: string | undefined;
  onChoose: (value: string | undefined) => void;
};

/** The first option names what is chosen from; the label is for those who do not see it. */
export function Choice({ label, options, value = '', onChoose }: ChoiceProps) {
  return (
    <select
      className="input"
      aria-label={label}
      data-set={value ? '' : undefined}
      value={value}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </select>
  );
}
