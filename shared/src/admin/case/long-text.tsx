import { useState } from 'react';
import { linksIn } from './links-in.ts';

const MAX_LENGTH = 1_200;
/** Shorter remainders are not hidden. */
const MIN_HIDDEN = 300;

/**
 * The beginning of a long text, without splitting a surrogate pair. Null if the text is short enough to show
 * in full.
 */
export function truncate(text: string): string | null {
  if (text.length <= MAX_LENGTH + MIN_HIDDEN) return null;
  const lead = text.charCodeAt(MAX_LENGTH - 1);
  const isHalf = lead >= 0xd8_00 && lead <= 0xdb_ff;
  return text.slice(0, isHalf ? MAX_LENGTH - 1 : MAX_LENGTH);
}

/** Plain text with its lines and with clickable URLs. Long text is truncated. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const beginning = truncate(text);
  const isTruncated = beginning !== null && !isWhole;
  const pieces = linksIn(isTruncated ? beginning : text);
  return (
    <>
      <bdi className={isWhole ? 'as-typed case-full-text' : 'as-typed'}>
        {pieces.map(({ text, href }, index) =>
          // The last URL of a truncated text may be incomplete. The pieces of a text keep their order.
          href && !(isTruncated && index === pieces.length - 1) ? (
            // oxlint-disable-next-line react/no-array-index-key
            <a key={index} href={href} data-tip={href} target="_blank" rel="noreferrer noopener">
              {text}
            </a>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index}>{text}</span>
          ),
        )}
        {isTruncated && <span>…</span>}
      </bdi>
      {beginning !== null && (
        <button
          type="button"
          className="list-action case-more block"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : `Show all ${text.length.toLocaleString('en-US')} characters`}
        </button>
      )}
    </>
  );
}
