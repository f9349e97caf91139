import type { ReactNode } from 'react';
import type { LabeledAnswer } from '../../contracts/labeled-answers.ts';
import { LongText } from './long-text.tsx';
import type { OrderFile } from '../../contracts/files.ts';
import { DownloadLink } from '../base/download.tsx';

type FactsProps = { of: Readonly<Record<string, ReactNode>>; className?: string };

/** Values by their labels. Those without a value are left out. */
export const Facts = ({ of, className = 'case-facts' }: FactsProps) => (
  <dl className={className}>
    {Object.entries(of).map(
      ([label, value]) =>
        value && (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);

/** A customer's answers with the form's labels. */
export const AnswerFacts = ({ answers }: { answers: readonly LabeledAnswer[] }) => (
  <Facts
    className="case-answers"
    of={Object.fromEntries(
      answers.map(({ label, answer }) => [
        label,
        answer ? <LongText key={label} text={answer} /> : <span className="list-none soft">No answer</span>,
      ]),
    )}
  />
);

/** Files to download. */
export function FileLinks({ files }: { files: readonly OrderFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="case-files stack gap-2">
      {files.map(({ id, name, hasPreview }) => {
        const path = `/api/json/files/${id}`;
        return (
          <li key={id}>
            {hasPreview && <img src={`${path}?preview=1`} alt="" loading="lazy" />}
            <DownloadLink path={path}>
              <bdi>{name}</bdi>
            </DownloadLink>
          </li>
        );
      })}
    </ul>
  );
}
