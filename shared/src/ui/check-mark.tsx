export function CheckMark() {
  return (
    <svg className="check-mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d="m3 8.5 3.2 3.2L13 4.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
