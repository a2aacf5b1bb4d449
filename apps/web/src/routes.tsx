import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { paths } from './paths.ts';

/** Every screen of the product. Pages inside the protected layout need a session and an organization. */
export default [
  index('./screens/landing/Landing.tsx'),
  route(paths.login, './screens/account/login/Login.tsx'),
  route(paths.logoutConfirm, './screens/account/logout-confirm/LogoutConfirm.tsx'),
  layout('./session/ProtectedLayout.tsx', [
    layout('./screens/dashboard/DashboardLayout.tsx', [
      route(paths.dashboard, './screens/dashboard/home/Home.tsx'),
      route(paths.serviceAccounts, './screens/dashboard/service-accounts/ServiceAccounts.tsx'),
      route(paths.failedLogons, './screens/dashboard/failed-logons/FailedLogons.tsx'),
      route(paths.interactiveLogons, './screens/dashboard/interactive-logons/InteractiveLogons.tsx'),
      route(paths.infrastructure, './screens/dashboard/infrastructure/Infrastructure.tsx'),
    ]),
  ]),
  route('*', './screens/not-found/NotFound.tsx'),
] satisfies RouteConfig;
