//! A server for one page on this computer: it listens to this computer alone, answers only pages that know its token, and opens no
//! file.

use std::collections::HashMap;
use std::io::{self, Read};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tiny_http::{Header, Method, Request, Response, StatusCode};

use crate::workbench::{Way, answer, page, policy};

/// The longest question: lists with it may be long.
const LONGEST: u64 = 64 << 20;

/// The server.
pub(super) struct Server {
    http: tiny_http::Server,
    port: u16,
    token: String,
    page: String,
    policy: String,
    /// What is being worked out in each lane of the page, by its turn there: a later question stops it.
    lanes: Mutex<HashMap<String, (u64, Arc<AtomicBool>)>>,
}

impl Server {
    /// Listens on a port, any free one for 0, with these battles to choose from.
    ///
    /// # Errors
    /// The port is taken, or the computer grants no random numbers.
    pub fn listen(port: u16, battles: &[[String; 3]]) -> io::Result<Server> {
        let http = tiny_http::Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).map_err(io::Error::other)?;
        let port = http.server_addr().to_ip().map_or(port, |address| address.port());
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let way = Way::Served { token: &token, battles };
        let (page, policy) = (page(way), policy(&way));
        Ok(Server { http, port, token, page, policy, lanes: Mutex::default() })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Answers until the program ends, each question on a thread of its own.
    pub fn serve(&self) {
        thread::scope(|scope| {
            for request in self.http.incoming_requests() {
                scope.spawn(|| {
                    // The page may be gone by now.
                    let _ = self.answer(request);
                });
            }
        });
    }

    fn answer(&self, mut request: Request) -> io::Result<()> {
        let is_page = request.url() == format!("/{}/", self.token);
        let is_question = request.url() == format!("/{}/ask", self.token);
        if !self.is_from_here(&request) || !(is_page || is_question) {
            return request.respond(Response::empty(StatusCode(403)));
        }
        match request.method() {
            Method::Get if is_page => request.respond(self.with_heads(&self.page, "text/html; charset=utf-8")),
            Method::Post if is_question && value(&request, "X-Battle-Odds") == Some(&self.token) => {
                let turn = value(&request, "X-Turn").and_then(|turn| turn.parse().ok()).unwrap_or_default();
                let stop = self.overtake(value(&request, "X-Lane").unwrap_or_default(), turn);
                let mut question = String::new();
                request.as_reader().take(LONGEST).read_to_string(&mut question)?;
                let answer = answer(&question, &stop);
                request.respond(self.with_heads(&answer, "application/json"))
            }
            _ => request.respond(Response::empty(StatusCode(405))),
        }
    }

    /// Whether a request is meant for this server and comes from its own page, not from another in the same browser.
    fn is_from_here(&self, request: &Request) -> bool {
        let own = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let is_host = value(request, "Host").is_some_and(|host| own.iter().any(|own| own == host));
        let is_origin = |origin: &str| own.iter().any(|own| origin == format!("http://{own}"));
        is_host && value(request, "Origin").is_none_or(is_origin)
    }

    /// Stops what is being worked out in a lane if it is of an earlier turn; what this question there is stopped by. Questions may
    /// come in another order than they were asked.
    fn overtake(&self, lane: &str, turn: u64) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let (latest, known) = lanes.entry(lane.chars().take(16).collect()).or_insert((turn, Arc::clone(&stop)));
        if turn < *latest {
            stop.store(true, Ordering::Relaxed);
        } else if !Arc::ptr_eq(known, &stop) {
            known.store(true, Ordering::Relaxed);
            (*latest, *known) = (turn, Arc::clone(&stop));
        }
        stop
    }

    fn with_heads(&self, text: &str, kind: &str) -> Response<io::Cursor<Vec<u8>>> {
        let heads = [
            ("Content-Type", kind),
            ("Content-Security-Policy", &self.policy),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cache-Control", "no-store"),
        ];
        let heads = heads.into_iter().filter_map(|(name, value)| Header::from_bytes(name, value).ok());
        heads.fold(Response::from_string(text), Response::with_header)
    }
}

/// The value of a head of a request.
fn value<'r>(request: &'r Request, name: &'static str) -> Option<&'r str> {
    request.headers().iter().find(|head| head.field.equiv(name)).map(|head| head.value.as_str())
}
