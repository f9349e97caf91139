/** Runs after the next paint, which shows that the button was pressed. For work that takes a slow phone long. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
