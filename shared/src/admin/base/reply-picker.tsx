import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pathOf } from '../../contracts/call-path.ts';
import { Button } from '../../ui/button.tsx';
import { reads } from './query-panel.tsx';
import { useActions } from './ui-store.ts';
import { Choices } from './fields.tsx';

type ReplyPickerProps = {
  /** Whose facts fill the fields of the replies. Without one, the fields stay as they are written. */
  orderNumber?: string;
  /** Changes the message: `add` returns what was typed, followed by the reply. */
  insert: (add: (typed: string) => string) => void;
};

/** Inserts a ready reply: with a list and a button, or from the command palette. Nothing while there are none. */
export function ReplyPicker({ orderNumber, insert }: ReplyPickerProps) {
  const { data } = useQuery({
    ...reads('GET /api/json/wording'),
    queryKey: [pathOf('GET /api/json/wording'), { orderNumber }],
  });
  const replies = data?.replies ?? [];
  const [chosen, setChosen] = useState(0);
  useActions(
    replies.map(({ name, text }) => ({
      label: `Insert reply: ${name}`,
      run: () => insert(followedBy(text)),
    })),
  );
  if (replies.length === 0) return null;
  return (
    <div className="reply-picker cluster gap-2">
      <select
        className="input"
        aria-label="Ready reply"
        value={chosen}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        {/* Two may have one name. */}
        <Choices of={replies.map(({ name }, index) => [index, name])} />
      </select>
      <Button isQuiet onClick={() => insert(followedBy(replies[chosen]?.text ?? ''))}>
        Insert reply
      </Button>
    </div>
  );
}

const followedBy = (reply: string) => (typed: string) =>
  typed.trim() ? `${typed.trimEnd()}\n\n${reply}` : reply;
