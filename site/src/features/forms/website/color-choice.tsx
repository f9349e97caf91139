import { type ReactNode, useSyncExternalStore } from 'react';
import { LiveHint, useAnswer } from '../fields/live-hint.tsx';
import type { AnswersForm } from '../request-form.ts';
import { hexColors, MAX_COLORS, withColor, withoutColor } from './color-text.ts';

const loadContrastHint = async () => {
  const { contrastHint } = await import('./contrast.ts');
  return (text: string) => contrastHint(hexColors(text));
};
const neverChanges = () => () => {};
const PLACES = ['First color', 'Second color', 'Third color'];

/** Text or swatches. Both edit the same text. */
export function ColorChoice({ form, children }: { form: AnswersForm; children: ReactNode }) {
  const text = useAnswer(form, 'colors');
  const chosen = hexColors(text);
  // A color chosen before the script runs would be lost.
  const isReady = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const write = (changed: string) => form.setValue('colors', changed);
  return (
    <div className="stack">
      {children}
      <div className="swatches">
        {PLACES.slice(0, Math.min(chosen.length + 1, MAX_COLORS)).map((place, index) => {
          const color = chosen[index];
          return (
            <span className="swatch" key={place} data-empty={color ? undefined : ''}>
              <label>
                <input
                  type="color"
                  disabled={!isReady}
                  // An unset swatch has no color, but the browser's color field needs one.
                  value={color ?? '#808080'}
                  onChange={(event) => write(withColor(text, index, event.target.value))}
                />
                <span>{place}</span>
              </label>
              {color && (
                <button
                  className="link-button"
                  type="button"
                  aria-label={`Clear the ${place.toLowerCase()}`}
                  onClick={() => write(withoutColor(text, index))}
                >
                  Clear
                </button>
              )}
            </span>
          );
        })}
      </div>
      <LiveHint form={form} name="colors" loadHint={loadContrastHint} />
    </div>
  );
}
