/** The drawings on a gallery's buttons. */
const Mark = ({ path }: { path: string }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

export const ArrowMark = () => <Mark path="M12.5 4 6.5 10l6 6" />;
export const EnlargeMark = () => <Mark path="M7.5 3H3v4.5M12.5 3H17v4.5M7.5 17H3v-4.5M12.5 17H17v-4.5" />;
export const SpinMark = () => (
  <Mark path="M3 10c0-2 3-3.5 7-3.5s7 1.5 7 3.5-3 3.5-6 3.5M13 11l-2.5 2.5L13 16" />
);
export const CloseMark = () => <Mark path="M4.5 4.5l11 11M15.5 4.5l-11 11" />;
export const ZoomMark = ({ isIn }: { isIn: boolean }) => (
  <Mark path={`M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4M6.5 9h5${isIn ? "" : "M9 6.5v5"}`} />
);
