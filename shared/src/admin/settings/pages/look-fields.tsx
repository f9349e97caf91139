import { useState, type ReactNode } from 'react';
import { failureText } from '../../../contracts/call-error.ts';
import { fillPath } from '../../../contracts/call-path.ts';
import { accentsOf } from '../../../content/colors.ts';
import type { Color, Item, Medium, MediumValue } from '../../../content/field.ts';
import { Field, TextField } from '../../../ui/field.tsx';
import { useAdminHost } from '../../base/admin-context.ts';
import { Group } from '../../base/fields.tsx';
import type { Texts } from './use-texts.ts';

type LookProps = { texts: Texts; errors: Record<string, string>; original: ReactNode };

/** The color of a service, and how text in it looks on light and on dark pages. */
export function ColorField({ color, texts, errors, original }: LookProps & { color: Color }) {
  const { key, label } = color;
  const chosen = texts.textOf(color);
  const { adjusted, ...accents } = accentsOf(chosen);
  return (
    <div className="page-text full below-3">
      <TextField
        id={key}
        label={label}
        type="color"
        value={chosen}
        error={errors[key]}
        onChange={({ target }) => texts.change(color, target.value)}
      />
      <p className="page-colors cluster gap-2 middle above-2" role="status">
        {(['light', 'dark'] as const).map((scheme) => (
          <span
            key={scheme}
            style={{ color: accents[scheme].accent, backgroundColor: accents[scheme].soft }}
          >{`On ${scheme} pages`}</span>
        ))}
        {!texts.isOriginal(color) && adjusted && <small>{adjusted}</small>}
      </p>
      <p className="page-text-tools cluster middle any-width">{original}</p>
    </div>
  );
}

const ACCEPTED = {
  picture: 'image/jpeg,image/png,image/webp,image/avif,image/gif',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  captions: '.vtt',
} as const;

export const addressOf = ({ file }: MediumValue) => fillPath('GET /api/json/shop/media/:file', { file });

/** The file of a medium. For a picture, also its words and the part of it that is shown. */
export function MediumField({ medium, texts, errors, original }: LookProps & { medium: Medium }) {
  const { client } = useAdminHost();
  const [problem, setProblem] = useState('');
  const [isSending, setIsSending] = useState(false);
  const { key, label, help, size, isWhole, words } = medium;
  const own = texts.mediumOf(medium);
  const change = (more: Item) => texts.change(medium, { ...own, ...more });

  async function send(file: File | undefined) {
    if (!file) return;
    setIsSending(true);
    setProblem('');
    try {
      const sent = await client.upload(key, file);
      texts.change(medium, { ...(words !== undefined && { words: own?.words ?? '' }), ...sent });
    } catch (error) {
      setProblem(failureText(error, 'The file was refused.', 'The connection was lost. Try again.'));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <Group legend={label} help={help}>
      {own && <Shown {...{ medium, own }} />}
      <Field id={key} label={own ? 'Another file' : 'File'} error={problem || errors[key]}>
        {(field) => (
          <input
            {...field}
            className="input"
            type="file"
            accept={ACCEPTED[medium.medium]}
            aria-busy={isSending}
            onChange={({ target }) => {
              void send(target.files?.[0]);
              // So that the same file can be chosen again.
              target.value = '';
            }}
          />
        )}
      </Field>
      {isSending && <p role="status">The file is being sent…</p>}
      {own && words !== undefined && (
        <TextField
          id={`${key}.words`}
          label={words}
          value={own.words ?? ''}
          error={errors[`${key}.words`]}
          help={
            isWhole ? undefined : 'Describe the picture for people who can’t see it and for search engines.'
          }
          autoComplete="off"
          onChange={({ target }) => change({ words: target.value })}
        />
      )}
      {own && size && !isWhole && <Crop {...{ own, change }} />}
      <p className="page-text-tools cluster middle any-width">{original}</p>
    </Group>
  );
}

function Shown({ medium: { size, isWhole }, own }: { medium: Medium; own: MediumValue }) {
  if (!size)
    return (
      <p>
        <a href={addressOf(own)} download>
          Download your file
        </a>
      </p>
    );
  if (isWhole) return <img className="page-medium page-logo" src={addressOf(own)} alt="" />;
  return (
    <div className="page-medium page-crop" style={{ aspectRatio: size.join(' / ') }}>
      <img src={addressOf(own)} alt="" style={cropStyle(own)} />
    </div>
  );
}

/** The same part as the build cuts out: see `site/build/crop-picture.ts`. */
export function cropStyle({ x = '50', y = '50', zoom = '100' }: MediumValue) {
  const point = `${x}% ${y}%`;
  return {
    objectFit: 'cover',
    objectPosition: point,
    transformOrigin: point,
    scale: `${Number(zoom) / 100}`,
  } as const;
}

const RANGES = [
  { name: 'zoom', label: 'Enlarge', min: 100, max: 400, usual: '100' },
  { name: 'x', label: 'Left to right', min: 0, max: 100, usual: '50' },
  { name: 'y', label: 'Top to bottom', min: 0, max: 100, usual: '50' },
] as const;

function Crop({ own, change }: { own: MediumValue; change: (more: Item) => void }) {
  return (
    <div className="page-ranges stack gap-3">
      {RANGES.map(({ name, label, min, max, usual }) => (
        <Field key={name} label={label}>
          {(field) => (
            <input
              {...field}
              type="range"
              {...{ min, max }}
              value={own[name] ?? usual}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
