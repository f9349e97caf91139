import { Button } from '../../ui/button.tsx';
import { copyText } from '../base/copy-text.ts';

/** Makes a key that only its owner has, and lets them keep it. */
export function NewKey({ secret, onMake }: { secret: string; onMake: (made: string) => void }) {
  const make = () => {
    const random = [...crypto.getRandomValues(new Uint8Array(20))];
    const text = random.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    onMake(text.match(/.{8}/g)?.join('-') ?? text);
  };
  return (
    <div className="settings-row-actions cluster gap-2 end">
      <Button isQuiet onClick={make}>
        Make a key
      </Button>
      {secret && (
        <Button isQuiet onClick={() => void copyText(secret, 'Key')}>
          Copy the key
        </Button>
      )}
    </div>
  );
}
