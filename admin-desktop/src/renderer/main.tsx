import '@northlight/shared/contracts/strict-zod.ts';
import '@northlight/shared/ui/layers.css';
import '@northlight/shared/ui/base.css';
import '@northlight/shared/admin/admin.css';
import './desktop.css';
import { createRoot } from 'react-dom/client';
import { Desktop } from './desktop.tsx';
import { followMain } from './follow-main.ts';
import { readServersAnew } from './servers/servers-store.ts';

const place = document.getElementById('content');
if (!place) throw new Error('The page has no place for the dashboard.');
followMain(window.northlight);
await readServersAnew();
createRoot(place).render(<Desktop />);
