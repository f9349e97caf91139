import type { ReactNode } from 'react';
import type { LabeledAnswer } from '../../contracts/labeled-answers.ts';
import { LongText } from './long-text.tsx';
import type { OrderFile } from '../../contracts/files.ts';
import { DownloadLink } from '../base/download.tsx';

type FactProps = { label: string; className?: string; children: ReactNode };

export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A customer's answers with the form's labels. */
export function AnswerFacts({ answers }: { answers: readonly LabeledAnswer[] }) {
  return (
    <dl className="case-answers">
      {answers.map(({ label, answer }) => (
        <Fact key={label} label={label}>
          {answer ? <LongText text={answer} /> : <span className="list-none soft">No answer</span>}
        </Fact>
      ))}
    </dl>
  );
}

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
