/**
 * What a person would see at once: sideways scrolling, text that is cut without its whole text in a tooltip or although
 * its row has room, words that are broken, text over text, words without a space between them, and controls that are hard to hit. Runs in the page, so it uses nothing
 * from outside.
 */
export function layoutFaults(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    faults.push(`The page is ${root.scrollWidth - root.clientWidth} px too wide.`);

  // Only for screen readers, such as the head of a table on a narrow screen.
  const isHidden = (element: Element): boolean => {
    for (let box: Element | null = element; box; box = box.parentElement)
      if (
        /inset\(50%|rect\(0px, 0px, 0px, 0px\)/.test(
          `${getComputedStyle(box).clipPath} ${getComputedStyle(box).clip}`,
        )
      )
        return true;
    return false;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('.visually-hidden, .toasts') &&
    !isHidden(element);
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? '').trim().slice(0, 40)}”`;

  type Piece = { element: Element; text: string; box: DOMRect };
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (!element || text.trim() === '' || !isShown(element)) continue;
    if (element.closest('script, style, noscript, option, textarea')) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1) pieces.push({ element, text, box });
  }

  // Cut text: the box that cuts it must have a tooltip, or scroll.
  for (const element of new Set(pieces.map((piece) => piece.element))) {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, display } = getComputedStyle(box);
      if (display === 'inline' || overflowX === 'visible') continue;
      const isCut = box.scrollWidth > box.clientWidth + 1;
      const isScrolled = overflowX === 'auto' || overflowX === 'scroll';
      const isTold = element.closest('[data-tip], [title]') ?? box.querySelector('[data-tip], [title]');
      if (isCut && !isScrolled && !isTold) faults.push(`Cut: ${nameOf(box)}`);
      break;
    }
  }

  // Cut text beside empty space. What is left of a column of a table is what its widest cell leaves.
  const widthOf = (cell: Element): number => {
    range.selectNodeContents(cell);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const inner = [...cell.querySelectorAll('input, button, select, svg')].map((control) =>
      control.getBoundingClientRect(),
    );
    const all = [...boxes, ...inner];
    if (all.length === 0) return 0;
    return Math.max(...all.map(({ right }) => right)) - Math.min(...all.map(({ left }) => left));
  };
  const roomOf = (cell: Element): number => {
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    return cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - widthOf(cell);
  };
  const rooms = new Map<Element, number>();
  const leftIn = (row: Element, cut: Element): number => {
    const cells = [...row.children].filter((cell) => !cell.contains(cut) && isShown(cell));
    const table = getComputedStyle(row).display === 'table-row' ? row.closest('table') : null;
    return cells.reduce((sum, cell) => {
      const index = [...row.children].indexOf(cell);
      const column = table
        ? [...table.rows].flatMap((one) => one.cells[index] ?? []).filter((one) => one.colSpan === 1)
        : [cell];
      const room = rooms.get(cell) ?? Math.min(...column.map(roomOf));
      for (const one of column) rooms.set(one, room);
      return sum + Math.max(0, room);
    }, 0);
  };
  for (const box of document.querySelectorAll('tr *, li *, .person *, .list-views')) {
    const { overflowX, whiteSpace, display } = getComputedStyle(box);
    const isCut = box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 2;
    if (!isCut || display === 'inline' || overflowX === 'visible' || !isShown(box)) continue;
    // On narrow screens, a finger moves them.
    if (box.matches('.list-views') && innerWidth >= 1024) faults.push(`Tabs are cut: ${nameOf(box)}`);
    const row = box.closest('tr, li, .person');
    if (overflowX !== 'hidden' || !row || !whiteSpace.startsWith('nowrap')) continue;
    if (leftIn(row, box) >= box.scrollWidth - box.clientWidth) faults.push(`Cut beside room: ${nameOf(box)}`);
  }

  // Short words are never broken.
  for (const piece of new Set(pieces.map(({ element }) => element))) {
    if (getComputedStyle(piece).hyphens === 'auto') continue;
    for (const node of piece.childNodes) {
      // Addresses have no spaces.
      if (node.nodeType !== Node.TEXT_NODE || /[@/]/.test(node.textContent ?? '')) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/(?<!\S)\p{L}{2,12}(?!\S)/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push(`Broken: ${word}`);
      }
    }
  }

  // Text over text, unless one of them is in a layer above the page.
  const isAbove = ({ element }: Piece) => {
    for (let box: Element | null = element; box; box = box.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return true;
    return false;
  };
  const flat = pieces.filter((piece) => !isAbove(piece)).toSorted((a, b) => a.box.top - b.box.top);
  for (const [index, one] of flat.entries()) {
    for (const other of flat.slice(index + 1)) {
      if (other.box.top > one.box.bottom - 3) break;
      if (one.element === other.element || one.element.contains(other.element)) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      const isClipped = [one, other].some(({ element }) => element.closest('[data-tip]'));
      if (width > 3 && height > 4 && !isClipped)
        faults.push(`Over each other: ${nameOf(one.element)} and ${nameOf(other.element)}`);
    }
  }

  // Words run together: two pieces on one line without a space or a gap.
  const WORD = /[\p{L}\p{N}]/u;
  for (const [index, one] of pieces.entries()) {
    const next = pieces[index + 1];
    if (!next || next.element === one.element) continue;
    const isOneLine = Math.abs(next.box.top - one.box.top) < one.box.height / 2;
    const gap = next.box.left - one.box.right;
    const last = one.text.at(-1) ?? '';
    const first = next.text.at(0) ?? '';
    if (isOneLine && gap > -1 && gap < 2 && WORD.test(last) && WORD.test(first))
      faults.push(`Run together: ${one.text.slice(-20)}|${next.text.slice(0, 20)}`);
  }

  // Links in a text are as high as their line.
  for (const control of document.querySelectorAll('button, select, input:not([type="hidden"]), summary')) {
    if (!isShown(control)) continue;
    const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
    const isText = getComputedStyle(control).display === 'inline' || control.matches('.link-button');
    if (!isText && width > 0 && Math.min(width, height) < 24)
      faults.push(`Too small (${Math.round(width)} by ${Math.round(height)}): ${nameOf(control)}`);
  }
  return [...new Set(faults)];
}
