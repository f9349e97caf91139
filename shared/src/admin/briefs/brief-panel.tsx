import { useId, useState } from 'react';
import type { CaseSubmission } from '../../contracts/cases.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../base/copy-text.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { briefMarkdown, briefText } from './brief.ts';
import { briefOf } from './brief-of.ts';

/** A button that opens the production brief, which can be copied or saved as a file. */
export function BriefPanel({ sent }: { sent: CaseSubmission }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <div className="brief stack gap-3 start">
      <Button isQuiet aria-expanded={isOpen} aria-controls={panelId} onClick={() => setIsOpen(!isOpen)}>
        Production brief
      </Button>
      <div className="stack gap-3 start" id={panelId}>
        {isOpen && <BriefText sent={sent} />}
      </div>
    </div>
  );
}

function BriefText({ sent }: { sent: CaseSubmission }) {
  const { save } = useAdminHost();
  const brief = briefOf(sent);
  const text = briefText(brief);
  const blocked = 'Your browser blocked copying. Save the brief, or select the text and copy it.';
  return (
    <>
      <p className="brief-actions cluster gap-2">
        <Button isQuiet onClick={() => void copyText(text, 'Brief', blocked)}>
          Copy
        </Button>
        <Button isQuiet onClick={() => save(`${brief.fileName}.txt`, text)}>
          Save as text
        </Button>
        <Button isQuiet onClick={() => save(`${brief.fileName}.md`, briefMarkdown(brief))}>
          Save as Markdown
        </Button>
      </p>
      {/* Long lines scroll inside it, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="brief-text" tabIndex={0} aria-label={brief.title} dir="auto">
        {text}
      </pre>
    </>
  );
}
