import { useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

type MenuProps = Omit<ComponentProps<typeof Button>, 'popoverTarget'> & {
  menuClass?: string;
  items: ReactNode;
};

/** A button that opens the quiet actions. Whichever is chosen closes the menu. */
export function Menu({ items, menuClass, ...button }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <Button isQuiet {...button} popoverTarget={id} />
      {/* The items do the work. The menu only closes after it. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        id={id}
        ref={menu}
        className={['menu', menuClass].filter(Boolean).join(' ')}
        popover="auto"
        onClick={({ target }) => {
          if ((target as Element).closest('a, button')) menu.current?.hidePopover?.();
        }}
      >
        {items}
      </div>
    </>
  );
}
