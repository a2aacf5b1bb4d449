import { titled } from '../../title.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

export const meta = titled('Page Not Found');

export default function NotFound() {
  return <NotFoundPage />;
}
