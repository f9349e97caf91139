import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../base/copy-text.ts';
import { Card } from '../base/card.tsx';

type SecretProps = {
  title: ReactNode;
  /** What to copy now, because it isn't shown again. */
  secret: string;
  /** What it is for. */
  children: ReactNode;
  onClose: () => void;
};

/** The button that created it may be far below. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** A new secret or private link, to be copied. */
export function Secret({ title, secret, children, onClose }: SecretProps) {
  return (
    <Card ref={show} title={title}>
      <p className="admin-small">{children}</p>
      <code className="settings-secret well break">{secret}</code>
      <div className="settings-row-actions cluster gap-2 end">
        <Button isQuiet onClick={() => void copyText(secret, 'Text')}>
          Copy
        </Button>
        <Button isQuiet onClick={onClose}>
          I’ve saved it
        </Button>
      </div>
    </Card>
  );
}
